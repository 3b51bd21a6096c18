/** Where what decisions hand on is kept: with the policy in a cluster, or in a file. */
@NullMarked
package dev.plimsoll.advisor.state;

import org.jspecify.annotations.NullMarked;
