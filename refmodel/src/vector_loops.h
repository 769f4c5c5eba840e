// Compiler settings of the executors, whatever the build's flags: every loop over lanes becomes vector code, and a
// product and a sum are never fused. The host's exception flags mean nothing here, its results do. Included before anything else.
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wpass-failed"   // a loop that clang does not vectorise is still right
#else
#pragma GCC optimize("O3", "fp-contract=off", "no-trapping-math")
#endif
