package dev.plimsoll.admission.certificate;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.server.tls.Pem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;

/** The {@code caBundle} of each webhook of a configuration. */
final class CaBundles {
  private CaBundles() {}

  /** Returns whether each is exactly these CAs. */
  static boolean hold(JsonObject configuration, List<X509Certificate> authorities) {
    Set<X509Certificate> all = Set.copyOf(authorities);
    return webhooks(configuration).allMatch(webhook -> of(webhook).equals(all));
  }

  /** Returns the CAs of that name, from all webhooks. */
  static Set<X509Certificate> named(JsonObject configuration, X500Principal name) {
    Set<X509Certificate> all = new LinkedHashSet<>();
    webhooks(configuration)
        .flatMap(webhook -> of(webhook).stream())
        .filter(authority -> authority.getSubjectX500Principal().equals(name))
        .forEach(all::add);
    return all;
  }

  /** Returns the strategic merge patch by which each is these CAs, for this version only. */
  static JsonObject patch(JsonObject configuration, List<X509Certificate> authorities) {
    String bundle =
        Base64.getEncoder().encodeToString(Pem.write(authorities).getBytes(StandardCharsets.UTF_8));
    JsonArray webhooks = new JsonArray();
    webhooks(configuration)
        .forEach(
            webhook -> {
              JsonObject clientConfig = new JsonObject();
              clientConfig.addProperty("caBundle", bundle);
              JsonObject changed = new JsonObject();
              changed.add("name", webhook.get("name"));
              changed.add("clientConfig", clientConfig);
              webhooks.add(changed);
            });
    JsonObject metadata = new JsonObject();
    metadata.add(
        "resourceVersion", configuration.getAsJsonObject("metadata").get("resourceVersion"));
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    patch.add("webhooks", webhooks);
    return patch;
  }

  private static Stream<JsonObject> webhooks(JsonObject configuration) {
    return configuration.get("webhooks") instanceof JsonArray webhooks
        ? webhooks.asList().stream().map(JsonElement::getAsJsonObject)
        : Stream.empty();
  }

  /** Returns the CAs of a bundle; a bundle that isn't PEM has none. */
  private static Set<X509Certificate> of(JsonObject webhook) {
    if (webhook.get("clientConfig") instanceof JsonObject config
        && config.get("caBundle") instanceof JsonPrimitive bundle) {
      try {
        String pem =
            new String(Base64.getDecoder().decode(bundle.getAsString()), StandardCharsets.UTF_8);
        return new HashSet<>(Pem.certificates(pem));
      } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
        return Set.of();
      }
    }
    return Set.of();
  }
}
