#if ProcessorInstructions && os(Linux) && arch(arm64)
  import _Builtin_intrinsics.arm.neon
#endif
