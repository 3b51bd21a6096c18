/**
 * What the extender decides by: what pods in place and on their way hold, of quotas ({@link
 * dev.plimsoll.extender.placement.PlacedQuota}) and of nodes ({@link
 * dev.plimsoll.extender.placement.NodeFigures}).
 */
@NullMarked
package dev.plimsoll.extender.placement;

import org.jspecify.annotations.NullMarked;
