/** The project's documents as a reader meets them; the entry is {@link Document}. */
@NullMarked
package dev.plimsoll.cli.document;

import org.jspecify.annotations.NullMarked;
