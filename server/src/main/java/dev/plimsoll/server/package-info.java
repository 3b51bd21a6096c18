/** What every listening part of Plimsoll shares. */
@NullMarked
package dev.plimsoll.server;

import org.jspecify.annotations.NullMarked;
