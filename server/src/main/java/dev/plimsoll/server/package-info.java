/** The parts that all listening roles of Plimsoll share. */
@NullMarked
package dev.plimsoll.server;

import org.jspecify.annotations.NullMarked;
