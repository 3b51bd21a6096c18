/**
 * Which Kubernetes the rules are those of: {@link
 * dev.plimsoll.kubernetes.version.KubernetesControlPlane}. Where versions differ, the class that
 * holds the rule asks it. Depends on no other package.
 */
@NullMarked
package dev.plimsoll.kubernetes.version;

import org.jspecify.annotations.NullMarked;
