package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import java.util.Locale;

/**
 * The plural under which the API serves a kind, by the rule that Kubernetes' own plurals follow.
 * Source: {@code UnsafeGuessKindToResource} in {@code
 * staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.go}.
 */
public final class RestMapper {
  private RestMapper() {}

  /** Returns the resource of a kind. */
  public static GroupResource guessKindToResource(GroupVersionKind type) {
    return new GroupResource(type.group(), plural(type.kind().toLowerCase(Locale.ROOT)));
  }

  private static String plural(String singular) {
    if (singular.isEmpty() || singular.endsWith("endpoints")) {
      return singular;
    }
    if (singular.endsWith("s")) {
      return singular + "es";
    }
    return singular.endsWith("y")
        ? singular.substring(0, singular.length() - 1) + "ies"
        : singular + "s";
  }
}
