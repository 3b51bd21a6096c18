package dev.plimsoll.admission.certificate;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A Secret and webhook configurations in memory, with the versions of an API server. */
final class MemoryCertificateApi implements CertificateApi {
  private final Map<WebhookConfigurationName, JsonObject> configurations = new LinkedHashMap<>();
  private JsonObject secret = new JsonObject();
  private int version;

  MemoryCertificateApi() {
    secret.add("metadata", new JsonObject());
    count(secret);
  }

  JsonObject secret() {
    return secret;
  }

  void emptySecret() {
    JsonElement unused = secret.remove("data");
    count(secret);
  }

  /** Edits the content of the Secret, if it has any. */
  void editSecret(String key, String value) {
    if (secret.has("data")) {
      secret.getAsJsonObject("data").addProperty(key, value);
      count(secret);
    }
  }

  /** Makes a configuration with a webhook of that name that has no caBundle. */
  void create(WebhookConfigurationName configuration, String webhook) {
    JsonObject object =
        JsonParser.parseString(
                """
                {"metadata": {"name": "%s"}, "webhooks": [{"name": "%s", "clientConfig":
                  {"service": {"name": "s"}}}]}"""
                    .formatted(configuration.name(), webhook))
            .getAsJsonObject();
    count(object);
    configurations.put(configuration, object);
  }

  /** Edits the caBundle of each webhook of a configuration. */
  void editBundle(WebhookConfigurationName configuration, String bundle) {
    JsonObject object = Objects.requireNonNull(configurations.get(configuration));
    for (JsonElement webhook : object.getAsJsonArray("webhooks")) {
      webhook.getAsJsonObject().getAsJsonObject("clientConfig").addProperty("caBundle", bundle);
    }
    count(object);
  }

  Map<WebhookConfigurationName, JsonObject> configurations() {
    return configurations;
  }

  private void count(JsonObject object) {
    object.getAsJsonObject("metadata").addProperty("resourceVersion", Integer.toString(++version));
  }

  @Override
  public JsonObject readSecret() {
    return secret.deepCopy();
  }

  @Override
  public boolean replaceSecret(JsonObject replacing) {
    if (!isSameVersion(secret, replacing)) {
      return false;
    }
    secret = replacing.deepCopy();
    count(secret);
    return true;
  }

  private static boolean isSameVersion(JsonObject one, JsonObject other) {
    return version(one).equals(version(other));
  }

  private static String version(JsonObject object) {
    return object.getAsJsonObject("metadata").get("resourceVersion").getAsString();
  }

  @Override
  public Optional<JsonObject> readWebhooks(WebhookConfigurationName configuration) {
    return Optional.ofNullable(configurations.get(configuration)).map(JsonObject::deepCopy);
  }

  @Override
  public boolean patchWebhooks(WebhookConfigurationName configuration, JsonObject patch) {
    JsonObject stored = configurations.get(configuration);
    if (stored == null || !isSameVersion(stored, patch)) {
      return false;
    }
    for (JsonElement changed : patch.getAsJsonArray("webhooks")) {
      for (JsonElement webhook : stored.getAsJsonArray("webhooks")) {
        if (webhook.getAsJsonObject().get("name").equals(changed.getAsJsonObject().get("name"))) {
          webhook
              .getAsJsonObject()
              .getAsJsonObject("clientConfig")
              .add(
                  "caBundle",
                  changed.getAsJsonObject().getAsJsonObject("clientConfig").get("caBundle"));
        }
      }
    }
    count(stored);
    return true;
  }
}
