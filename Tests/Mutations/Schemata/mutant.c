#include "mutant.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MUTANTS 20000

bool mutant_active[MUTANTS];
unsigned char mutant_reached[MUTANTS];

__attribute__((constructor)) static void choose(void) {
  const char *text = getenv("MUTANT");
  int number = text ? atoi(text) : 0;
  if (number > 0 && number < MUTANTS) mutant_active[number] = true;
}

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
