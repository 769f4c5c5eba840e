// SPDX-License-Identifier: Apache-2.0
// Comes before generated code that runs once. It is a pragma, since another -O would not fit the precompiled header.
#pragma GCC optimize("O0")
