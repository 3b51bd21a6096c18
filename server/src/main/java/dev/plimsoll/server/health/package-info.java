/** Whether a part is ready to answer. */
@NullMarked
package dev.plimsoll.server.health;

import org.jspecify.annotations.NullMarked;
