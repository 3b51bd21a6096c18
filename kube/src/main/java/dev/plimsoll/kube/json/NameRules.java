package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PartialObjectMetadata;
import java.util.regex.Pattern;

/**
 * The API server's rules for names of objects. Of events, and of kinds that no rule looks into, the
 * rules differ, so only their namespace is checked.
 *
 * <p>Source: {@code IsDNS1123Label} and {@code IsDNS1123Subdomain} in {@code
 * staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go}.
 */
final class NameRules {
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final Pattern DNS_LABEL = Pattern.compile(LABEL);
  private static final Pattern DNS_SUBDOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
  private static final int LONGEST_LABEL = 63;
  private static final int LONGEST_SUBDOMAIN = 253;

  private NameRules() {}

  /**
   * Returns the object.
   *
   * @throws DecodeException if it can't be called that, or its namespace can't
   */
  static ApiObject checked(ApiObject object) {
    ObjectMeta metadata = object.metadata();
    if (!isAbsent(metadata.namespace()) && !isLabel(metadata.namespace())) {
      throw label("metadata.namespace");
    }
    if (object instanceof Event || object instanceof PartialObjectMetadata) {
      return object;
    }
    if (object instanceof Namespace && !isAbsent(metadata.name()) && !isLabel(metadata.name())) {
      throw label("metadata.name");
    }
    subdomain("metadata.name", metadata.name());
    if (isAbsent(metadata.name())) {
      String prefix = metadata.generateName();
      subdomain("metadata.generateName", prefix.replaceFirst("-$", "a"));
    }
    return object;
  }

  private static boolean isAbsent(String name) {
    return name.isEmpty();
  }

  private static boolean isLabel(String name) {
    return name.length() <= LONGEST_LABEL && DNS_LABEL.matcher(name).matches();
  }

  private static DecodeException label(String path) {
    return new DecodeException(
        path,
        "must be a DNS label: at most "
            + LONGEST_LABEL
            + " lower case letters, digits and -, with a letter or digit at both ends");
  }

  private static void subdomain(String path, String name) {
    if (!isAbsent(name)
        && (name.length() > LONGEST_SUBDOMAIN || !DNS_SUBDOMAIN.matcher(name).matches())) {
      throw new DecodeException(
          path,
          "must be a DNS name: at most "
              + LONGEST_SUBDOMAIN
              + " lower case letters, digits, - and ., with a letter or digit at both ends of each"
              + " part");
    }
  }
}
