/**
 * Stores the state that one decision passes to the next: with the policy in a cluster, or in a
 * file.
 */
@NullMarked
package dev.plimsoll.advisor.state;

import org.jspecify.annotations.NullMarked;
