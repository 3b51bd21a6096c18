package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;

/**
 * Validates the DNS settings and the host aliases of a pod.
 *
 * <p>Source: {@code validatePodDNSConfig}, {@code ValidateHostAliases} and {@code
 * IsValidIPForLegacyField} in {@code pkg/apis/core/validation/validation.go}.
 */
final class DnsConfigValidation {
  private static final int MOST_SERVERS = 3;
  private static final int MOST_SEARCHES = 32;
  private static final int LONGEST_SEARCHES = 2048;
  private static final String NAMESERVERS = "nameservers";
  private static final String SEARCHES = "searches";

  private final List<FieldError> errors = new ArrayList<>();
  private final ManifestFields config;

  private DnsConfigValidation(ManifestFields config) {
    this.config = config;
  }

  /**
   * Returns the errors of the DNS settings.
   *
   * @param spec the fields of the pod's spec
   */
  static List<FieldError> validate(ManifestFields spec, KubernetesControlPlane controlPlane) {
    DnsConfigValidation validation = new DnsConfigValidation(spec.object("dnsConfig"));
    if (spec.text("dnsPolicy").equals("None") && validation.lacksServers(spec)) {
      return validation.errors;
    }
    validation.servers(controlPlane);
    validation.searches(controlPlane);
    validation.options();
    return validation.errors;
  }

  private boolean lacksServers(ManifestFields spec) {
    if (!spec.has("dnsConfig")) {
      errors.add(
          FieldError.required(config.path(), "must provide `dnsConfig` when `dnsPolicy` is None"));
    } else if (config.texts(NAMESERVERS).isEmpty()) {
      errors.add(
          FieldError.required(
              config.path(NAMESERVERS),
              "must provide at least one DNS nameserver when `dnsPolicy` is None"));
    }
    return !errors.isEmpty();
  }

  private void servers(KubernetesControlPlane controlPlane) {
    List<String> servers = config.texts(NAMESERVERS);
    if (servers.size() > MOST_SERVERS) {
      tooMany(NAMESERVERS, "must not have more than " + MOST_SERVERS + " nameservers");
    }
    for (int i = 0; i < servers.size(); i++) {
      errors.addAll(
          ofAddress(servers.get(i), config.path(NAMESERVERS) + "[" + i + "]", controlPlane));
    }
  }

  private void searches(KubernetesControlPlane controlPlane) {
    List<String> searches = config.texts(SEARCHES);
    if (searches.size() > MOST_SEARCHES) {
      tooMany(SEARCHES, "must not have more than " + MOST_SEARCHES + " search paths");
    }
    if (String.join(" ", searches).length() > LONGEST_SEARCHES) {
      tooMany(
          SEARCHES,
          "must not have more than "
              + LONGEST_SEARCHES
              + " characters (including spaces) in the search list");
    }
    boolean isRelaxed = controlPlane.isAtLeast(KubernetesVersion.V1_33);
    for (int i = 0; i < searches.size(); i++) {
      String path = config.path(SEARCHES) + "[" + i + "]";
      String search = searches.get(i);
      String name = search.endsWith(".") ? search.substring(0, search.length() - 1) : search;
      if (!isRelaxed) {
        errors.addAll(FieldError.invalid(path, name, QualifiedNames.dns1123Subdomain(name)));
      } else if (!search.equals(".")) {
        errors.addAll(
            FieldError.invalid(
                path,
                name,
                QualifiedNames.searchPath(name, controlPlane.isAtLeast(KubernetesVersion.V1_34))));
      }
    }
  }

  private void tooMany(String field, String detail) {
    List<String> values = config.texts(field);
    errors.add(
        FieldError.invalid(
            config.path(field),
            GoJson.strings(values),
            GoJson.goStrings("string", values),
            detail));
  }

  private void options() {
    List<ManifestFields> options = config.list("options");
    for (int i = 0; i < options.size(); i++) {
      if (options.get(i).text("name").isEmpty()) {
        errors.add(
            FieldError.required(config.path("options") + "[" + i + "]", "must not be empty"));
      }
    }
  }

  /** Returns the errors of the host aliases. */
  static List<FieldError> ofAliases(ManifestFields spec, KubernetesControlPlane controlPlane) {
    List<FieldError> errors = new ArrayList<>();
    for (ManifestFields alias : spec.list("hostAliases")) {
      errors.addAll(ofAddress(alias.text("ip"), alias.path("ip"), controlPlane));
      List<String> names = alias.texts("hostnames");
      for (int i = 0; i < names.size(); i++) {
        errors.addAll(
            FieldError.invalid(
                alias.path("hostnames") + "[" + i + "]",
                names.get(i),
                QualifiedNames.dns1123Subdomain(names.get(i))));
      }
    }
    return errors;
  }

  /** Leading zeros are wrong since Kubernetes 1.36, and so are IPv4 addresses written as IPv6. */
  private static List<FieldError> ofAddress(
      String address, String path, KubernetesControlPlane controlPlane) {
    String detail =
        SloppyIpAddress.parse(address)
            .map(a -> controlPlane.isAtLeast(KubernetesVersion.V1_36) ? problem(a) : "")
            .orElse("must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
    return detail.isEmpty() ? List.of() : List.of(FieldError.invalid(path, address, detail));
  }

  private static String problem(SloppyIpAddress address) {
    if (!address.isExact()) {
      return "must not have leading 0s";
    }
    return address.isMapped() ? "must not be an IPv4-mapped IPv6 address" : "";
  }
}
