"""The cases, a module for each area. The authorities, keys and writers are those of `Tests/Fixtures`."""
