package dev.plimsoll.kubernetes.object;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Admission webhooks, which validate or change objects.
 *
 * @param metadata name and the like
 * @param type the kind: {@code ValidatingWebhookConfiguration} or {@code
 *     MutatingWebhookConfiguration}
 * @param resource the plural
 * @param webhooks the webhooks
 */
public record WebhookConfiguration(
    ObjectMeta metadata, GroupVersionKind type, GroupResource resource, List<Webhook> webhooks)
    implements ApiObject {
  private static final String GROUP = "admissionregistration.k8s.io";

  /** The kind of validating webhook configurations. */
  public static final GroupVersionKind VALIDATING =
      GroupVersionKind.of(GROUP + "/v1", "ValidatingWebhookConfiguration");

  /** The kind of mutating webhook configurations. */
  public static final GroupVersionKind MUTATING =
      GroupVersionKind.of(GROUP + "/v1", "MutatingWebhookConfiguration");

  /** The plural of validating webhook configurations. */
  public static final GroupResource VALIDATING_RESOURCE =
      new GroupResource(GROUP, "validatingwebhookconfigurations");

  /** The plural of mutating webhook configurations. */
  public static final GroupResource MUTATING_RESOURCE =
      new GroupResource(GROUP, "mutatingwebhookconfigurations");

  /**
   * A webhook.
   *
   * @param name the name
   * @param match which requests it is sent, but for conditions
   * @param failurePolicy {@code Fail} or {@code Ignore}: what becomes of a request if it can't be
   *     called
   * @param timeoutSeconds how long the API server waits for its answer
   * @param service the Service that the API server calls; empty if the webhook has a URL, or if
   *     that wasn't read
   */
  public record Webhook(
      String name,
      MatchResources match,
      String failurePolicy,
      int timeoutSeconds,
      Optional<ServiceReference> service) {

    /**
     * Returns whether it is sent the creation of an object, if it has no conditions; without rules
     * it is sent nothing.
     *
     * @param namespace the labels of the object's namespace; where they aren't known, it may be
     */
    public boolean maySeeCreationOf(ApiObject object, Optional<Map<String, String>> namespace) {
      return maySee(AdmissionRequest.create(object), namespace);
    }

    /**
     * Returns whether it is sent a request, if it has no conditions.
     *
     * @param namespace the labels of the object's namespace; where they aren't known, it may be
     */
    public boolean maySee(AdmissionRequest request, Optional<Map<String, String>> namespace) {
      return !match.rules().isEmpty() && match.mayMatch(request, namespace);
    }
  }

  /**
   * The Service of a webhook.
   *
   * @param namespace the Service's namespace
   * @param name the Service's name
   */
  public record ServiceReference(String namespace, String name) {}

  public WebhookConfiguration {
    webhooks = List.copyOf(webhooks);
  }

  /** Returns whether they may change objects. */
  public boolean isMutating() {
    return type.equals(MUTATING);
  }

  @Override
  public String identity() {
    return resource + "/" + name();
  }
}
