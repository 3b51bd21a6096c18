/**
 * How much of each quota is used and by what: {@link dev.plimsoll.model.usage.QuotaUsages} splits
 * it into what is placed and what only waits, beside what the nodes could still give.
 */
@NullMarked
package dev.plimsoll.model.usage;

import org.jspecify.annotations.NullMarked;
