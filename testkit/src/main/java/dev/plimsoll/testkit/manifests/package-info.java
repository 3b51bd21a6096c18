/**
 * The project's manifests as Helm and Kustomize make them; {@link
 * dev.plimsoll.testkit.manifests.ManifestFiles} is the entry. Depends on json.
 */
@NullMarked
package dev.plimsoll.testkit.manifests;

import org.jspecify.annotations.NullMarked;
