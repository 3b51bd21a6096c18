/**
 * Keeps answers for people from slowing answers that a cluster waits for: {@link
 * dev.plimsoll.server.bulkhead.Bulkhead}.
 */
@NullMarked
package dev.plimsoll.server.bulkhead;

import org.jspecify.annotations.NullMarked;
