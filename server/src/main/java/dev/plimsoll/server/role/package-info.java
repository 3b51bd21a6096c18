/** How a role of the service starts and ends on a live cluster; {@link Role} is the entry. */
@NullMarked
package dev.plimsoll.server.role;

import org.jspecify.annotations.NullMarked;
