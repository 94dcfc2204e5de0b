#if ProcessorInstructions && os(Linux) && arch(x86_64)
  import _Builtin_intrinsics.intel
#endif
