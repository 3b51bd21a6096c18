/**
 * The project's manifests as objects; {@link dev.plimsoll.testkit.manifests.Kustomization} is the
 * entry. Depends on patch.
 */
@NullMarked
package dev.plimsoll.testkit.manifests;

import org.jspecify.annotations.NullMarked;
