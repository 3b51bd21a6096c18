/**
 * What the extender decides by: what pods in place and on their way hold of quotas, of shares and
 * of nodes. The entry is {@link dev.plimsoll.extender.placement.Figures}.
 */
@NullMarked
package dev.plimsoll.extender.placement;

import org.jspecify.annotations.NullMarked;
