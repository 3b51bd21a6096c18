/**
 * Dumps that hold a part of the example, in the forms in which people send them; the entry is
 * {@link dev.plimsoll.cli.partial.PartialInputs}.
 */
@NullMarked
package dev.plimsoll.cli.partial;

import org.jspecify.annotations.NullMarked;
