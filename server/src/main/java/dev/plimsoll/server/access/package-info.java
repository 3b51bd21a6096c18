/** Access to the HTTP API; the entry is {@link dev.plimsoll.server.access.AccessGuard}. */
@NullMarked
package dev.plimsoll.server.access;

import org.jspecify.annotations.NullMarked;
