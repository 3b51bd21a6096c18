package dev.plimsoll.kube.json;

import java.util.ArrayList;
import java.util.List;

/** Finds pod templates: objects that hold a {@code spec} with a list of {@code containers}. */
final class PodTemplateFinder {
  private static final int DEEPEST = 12;

  private final List<PodTemplate> found = new ArrayList<>();

  private PodTemplateFinder() {}

  /**
   * A template.
   *
   * @param template the template
   * @param parent the object it stands in, where the number of its pods is said
   */
  record PodTemplate(Fields template, Fields parent) {}

  static List<PodTemplate> find(Fields spec) {
    PodTemplateFinder finder = new PodTemplateFinder();
    finder.search(spec, 0);
    return finder.found;
  }

  private void search(Fields object, int depth) {
    if (depth > DEEPEST) {
      return;
    }
    for (String name : object.names()) {
      if (object.isObject(name)) {
        consider(object.object(name), object, depth);
      } else if (object.isListOfObjects(name)) {
        object.list(name, item -> item).forEach(item -> consider(item, object, depth));
      }
    }
  }

  private void consider(Fields child, Fields parent, int depth) {
    if (child.isObject("spec") && child.object("spec").isListOfObjects("containers")) {
      found.add(new PodTemplate(child, parent));
    } else {
      search(child, depth + 1);
    }
  }
}
