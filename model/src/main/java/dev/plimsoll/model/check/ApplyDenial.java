package dev.plimsoll.model.check;

import java.util.List;

/**
 * Why the API server denies a manifest before it looks at the object: the manifest can't be merged.
 *
 * @param rule the name of the rule
 * @param field the path of the field in the manifest
 * @param details the API server's message, and what to do
 */
public record ApplyDenial(String rule, List<String> field, List<String> details) {
  public ApplyDenial {
    field = List.copyOf(field);
    details = List.copyOf(details);
  }
}
