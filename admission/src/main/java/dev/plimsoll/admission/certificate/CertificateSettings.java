package dev.plimsoll.admission.certificate;

import java.time.Duration;
import java.util.List;

/**
 * How the service issues its own certificates.
 *
 * @param service the Service that API servers ask, whose DNS names the certificate has
 * @param secret the Secret in the service's own namespace that keeps CA and certificate
 * @param webhooks the webhook configurations that get the CA
 * @param times how long certificates are valid, and when what is looked at
 */
public record CertificateSettings(
    String service, String secret, List<WebhookConfigurationName> webhooks, Times times) {

  /** The settings in the manifests. */
  public static final CertificateSettings DEFAULT =
      new CertificateSettings(
          "plimsoll-admission",
          "plimsoll-admission-ca",
          List.of(
              new WebhookConfigurationName(
                  WebhookConfigurationName.Kind.VALIDATING, "plimsoll-admission"),
              new WebhookConfigurationName(
                  WebhookConfigurationName.Kind.MUTATING, "plimsoll-admission")),
          Times.DEFAULT);

  public CertificateSettings {
    webhooks = List.copyOf(webhooks);
  }

  /** Returns the settings with other times. */
  public CertificateSettings withTimes(Times other) {
    return new CertificateSettings(service, secret, webhooks, other);
  }

  /** Returns the names that API servers know the Service by. */
  List<String> dnsNames(String namespace) {
    String name = service + "." + namespace + ".svc";
    return List.of(name, name + ".cluster.local");
  }

  /**
   * Times.
   *
   * @param look the pause between two looks at Secret and webhook configurations
   * @param settling how long API servers may take to see a caBundle that was written: only after
   *     that a CA that is new in it signs what is served
   * @param authority how long a CA is valid
   * @param serving how long a certificate of the server is valid
   */
  public record Times(Duration look, Duration settling, Duration authority, Duration serving) {

    /** Ten seconds, a minute, a year and thirty days. */
    public static final Times DEFAULT =
        new Times(
            Duration.ofSeconds(10),
            Duration.ofMinutes(1),
            Duration.ofDays(365),
            Duration.ofDays(30));
  }
}
