/**
 * Carries advice into a cluster: {@link dev.plimsoll.advisor.live.Applier} changes quotas, {@link
 * dev.plimsoll.advisor.live.Undoer} takes that back, {@link dev.plimsoll.advisor.live.Poster} only
 * tells.
 */
@NullMarked
package dev.plimsoll.advisor.live;

import org.jspecify.annotations.NullMarked;
