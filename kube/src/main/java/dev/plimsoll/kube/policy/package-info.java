/** Capacity policies from files and objects; {@link dev.plimsoll.kube.policy.PolicyFile} reads. */
@NullMarked
package dev.plimsoll.kube.policy;

import org.jspecify.annotations.NullMarked;
