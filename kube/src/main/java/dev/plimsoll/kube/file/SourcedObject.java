package dev.plimsoll.kube.file;

import dev.plimsoll.kube.yaml.FieldPositions;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.validation.Decoding;
import dev.plimsoll.model.check.CheckedObject;
import dev.plimsoll.model.check.PatchedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An object of a manifest, with the place of its fields.
 *
 * @param object the object
 * @param fields all its fields: nested maps and lists, without what is null
 * @param decoding what the API server's decoder finds in it
 * @param file the file's name as the user gave it
 * @param prefix the steps to the object in its document, such as those to an item of a list
 * @param positions where the fields of the document stand
 * @param patched the stored object with the manifest applied, where all its fields are known
 */
public record SourcedObject(
    ApiObject object,
    Map<String, Object> fields,
    Decoding decoding,
    String file,
    List<String> prefix,
    FieldPositions positions,
    Optional<PatchedObject> patched) {

  public SourcedObject {
    prefix = List.copyOf(prefix);
  }

  /** Returns the object as the model takes it. */
  public CheckedObject checked() {
    return new CheckedObject(object, fields, decoding, patched);
  }

  /** Returns where a field stands, or else the nearest part around it. */
  public FileLocation position(List<String> path) {
    List<String> steps = new ArrayList<>(prefix);
    steps.addAll(path);
    FieldPositions.TextRegion position = positions.of(steps);
    return new FileLocation(file, position.line(), position.column(), position.endLine());
  }

  /** Returns the same of another version of the object. */
  public SourcedObject with(ApiObject other) {
    return new SourcedObject(other, fields, decoding, file, prefix, positions, patched);
  }

  /** Returns the manifest together with the stored object that it changes. */
  public SourcedObject patching(PatchedObject stored) {
    return new SourcedObject(
        object, fields, decoding, file, prefix, positions, Optional.of(stored));
  }
}
