package dev.plimsoll.kube.file;

import dev.plimsoll.model.check.ApplyDenial;
import dev.plimsoll.model.check.PatchedObject;
import java.util.Optional;

/**
 * The result of applying a manifest to the stored object.
 *
 * @param patched the stored object with the manifest applied; empty if no object is stored, or not
 *     all its fields are known
 * @param denial why the manifest can't be merged; empty if it can be
 * @param knowsFormer whether it is known which fields the manifest had when it was applied last
 */
public record ManifestMerge(
    Optional<PatchedObject> patched, Optional<ApplyDenial> denial, boolean knowsFormer) {
  /** A manifest that changes no object whose fields are known. */
  static final ManifestMerge NONE = new ManifestMerge(Optional.empty(), Optional.empty(), true);

  static ManifestMerge denied(Optional<ApplyDenial> denial) {
    return new ManifestMerge(Optional.empty(), denial, true);
  }
}
