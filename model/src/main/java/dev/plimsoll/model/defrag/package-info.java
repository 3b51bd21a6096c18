/**
 * Which pods to move so that whole nodes are free again. Enter at {@link
 * dev.plimsoll.model.defrag.Defragmentation}.
 */
@NullMarked
package dev.plimsoll.model.defrag;

import org.jspecify.annotations.NullMarked;
