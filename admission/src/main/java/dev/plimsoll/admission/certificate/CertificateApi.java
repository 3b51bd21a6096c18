package dev.plimsoll.admission.certificate;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.StatusException;
import java.util.Optional;

/** The Secret and the webhook configurations on an API server. */
interface CertificateApi {
  /** Returns the Secret. The manifests make it, empty; the service may not. */
  JsonObject readSecret() throws StatusException;

  /**
   * Replaces the version of the Secret that was read; returns false if somebody has changed the
   * Secret since.
   */
  boolean replaceSecret(JsonObject secret) throws StatusException;

  /** Returns a webhook configuration, or empty if there is none. */
  Optional<JsonObject> readWebhooks(WebhookConfigurationName configuration) throws StatusException;

  /**
   * Changes the version of a webhook configuration that its {@code resourceVersion} names; returns
   * false if somebody has changed it since.
   *
   * @param patch a strategic merge patch
   */
  boolean patchWebhooks(WebhookConfigurationName configuration, JsonObject patch)
      throws StatusException;
}
