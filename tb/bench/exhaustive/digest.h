// SPDX-License-Identifier: Apache-2.0
// The digest of the sources that determine the results of a campaign (docs/exhaustive.md). The build writes it.
#ifndef WAVELOCK_EXHAUSTIVE_DIGEST_H
#define WAVELOCK_EXHAUSTIVE_DIGEST_H

extern const char campaign_digest[];

#endif
