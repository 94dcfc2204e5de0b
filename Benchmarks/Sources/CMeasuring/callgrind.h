// What the allocations need of callgrind.

/// Not 0 between start and stop, in the thread that called start: callgrind, too, collects for each thread.
extern _Thread_local int callgrind_collects;

/// Stops or resumes counting in this thread.
void callgrind_toggle_collecting(void);
