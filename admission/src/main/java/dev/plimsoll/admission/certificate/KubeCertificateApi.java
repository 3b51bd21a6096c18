package dev.plimsoll.admission.certificate;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import java.util.Map;
import java.util.Optional;

/** Secret and webhook configurations of a cluster. */
final class KubeCertificateApi implements CertificateApi {
  private static final Map<String, String> MANAGER = Map.of("fieldManager", "plimsoll-admission");
  private static final String STRATEGIC = "application/strategic-merge-patch+json";

  private final Connection connection;
  private final String secret;

  KubeCertificateApi(Connection connection, String namespace, String name) {
    this.connection = connection;
    this.secret = "/api/v1/namespaces/" + namespace + "/secrets/" + name;
  }

  @Override
  public JsonObject readSecret() throws StatusException {
    return read(secret);
  }

  @Override
  public boolean replaceSecret(JsonObject replacing) throws StatusException {
    return write("PUT", secret, Connection.JSON, replacing);
  }

  @Override
  public Optional<JsonObject> readWebhooks(WebhookConfigurationName configuration)
      throws StatusException {
    try {
      return Optional.of(read(configuration.path()));
    } catch (StatusException e) {
      if (e.code() == StatusException.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public boolean patchWebhooks(WebhookConfigurationName configuration, JsonObject patch)
      throws StatusException {
    return write("PATCH", configuration.path(), STRATEGIC, patch);
  }

  private JsonObject read(String path) throws StatusException {
    return connection
        .get(path, Map.of(), Connection.JSON, JsonPruning.NONE, JsonTreeReader::object)
        .toJson();
  }

  private boolean write(String method, String path, String type, JsonObject object)
      throws StatusException {
    try {
      JsonObject unused = connection.write(method, path, MANAGER, type, object);
      return true;
    } catch (StatusException e) {
      if (e.code() == StatusException.CONFLICT || e.code() == StatusException.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }
}
