package dev.plimsoll.kube.file;

import dev.plimsoll.kube.yaml.FieldPositions;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.validation.Decoding;
import dev.plimsoll.model.check.CheckedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An object of a manifest, with the place of its fields.
 *
 * @param object the object
 * @param fields all its fields: nested maps and lists, without what is null
 * @param decoding what the API server's decoder finds in it
 * @param file the file's name as the user gave it
 * @param prefix the steps to the object in its document, such as those to an item of a list
 * @param positions where the fields of the document stand
 * @param merge the result of applying the manifest to the stored object
 */
public record SourcedObject(
    ApiObject object,
    Map<String, Object> fields,
    Decoding decoding,
    String file,
    List<String> prefix,
    FieldPositions positions,
    ManifestMerge merge) {

  public SourcedObject {
    prefix = List.copyOf(prefix);
  }

  /** Returns the object as the model takes it. */
  public CheckedObject checked() {
    return new CheckedObject(object, fields, decoding, merge.patched(), merge.denial());
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
    return new SourcedObject(other, fields, decoding, file, prefix, positions, merge);
  }

  /** Returns the manifest together with the result of applying it. */
  SourcedObject with(ManifestMerge merged) {
    return new SourcedObject(object, fields, decoding, file, prefix, positions, merged);
  }
}
