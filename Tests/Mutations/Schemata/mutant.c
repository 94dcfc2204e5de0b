#include "mutant.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MUTANTS 20000

bool mutant_active[MUTANTS];
unsigned char mutant_reached[MUTANTS];

// Adds the numbers that this process has reached to a file of its own.
__attribute__((destructor)) static void record(void) {
  const char *path = getenv("MUTANTS_REACHED");
  if (!path) return;
  char name[4096];
  snprintf(name, sizeof name, "%s.%d", path, getpid());
  FILE *file = fopen(name, "w");
  if (!file) return;
  for (int number = 0; number < MUTANTS; number++)
    if (mutant_reached[number]) fprintf(file, "%d\n", number);
  fclose(file);
}

static void record_trap(int number) {
  record();
  signal(number, SIG_DFL);
  raise(number);
}

__attribute__((constructor)) static void choose(void) {
  const char *text = getenv("MUTANT");
  int number = text ? atoi(text) : 0;
  if (number > 0 && number < MUTANTS) mutant_active[number] = true;
  // A process that is to trap, as a test of a precondition has, reaches mutants, too.
  if (!getenv("MUTANTS_REACHED")) return;
  const int traps[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
  for (size_t place = 0; place < sizeof traps / sizeof *traps; place++) signal(traps[place], record_trap);
}
