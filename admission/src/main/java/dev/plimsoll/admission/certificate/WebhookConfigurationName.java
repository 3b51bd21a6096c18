package dev.plimsoll.admission.certificate;

/**
 * A webhook configuration by its name.
 *
 * @param kind {@code ValidatingWebhookConfiguration} or {@code MutatingWebhookConfiguration}
 * @param name the object's name
 */
public record WebhookConfigurationName(Kind kind, String name) {

  /** Kinds of webhook configurations. */
  public enum Kind {
    /** Asks whether an object is admitted. */
    VALIDATING("ValidatingWebhookConfiguration", "validatingwebhookconfigurations"),
    /** Asks what is to be changed of an object. */
    MUTATING("MutatingWebhookConfiguration", "mutatingwebhookconfigurations");

    private final String kind;
    private final String resource;

    Kind(String kind, String resource) {
      this.kind = kind;
      this.resource = resource;
    }
  }

  String path() {
    return "/apis/admissionregistration.k8s.io/v1/" + kind.resource + "/" + name;
  }

  @Override
  public String toString() {
    return kind.kind + " " + name;
  }
}
