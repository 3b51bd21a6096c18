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
  private final String secrets;
  private final String name;

  KubeCertificateApi(Connection connection, String namespace, String name) {
    this.connection = connection;
    this.secrets = "/api/v1/namespaces/" + namespace + "/secrets";
    this.name = name;
  }

  @Override
  public Optional<JsonObject> readSecret() throws StatusException {
    return read(secrets + "/" + name);
  }

  @Override
  public boolean createSecret(JsonObject secret) throws StatusException {
    return write("POST", secrets, Connection.JSON, secret);
  }

  @Override
  public boolean replaceSecret(JsonObject secret) throws StatusException {
    return write("PUT", secrets + "/" + name, Connection.JSON, secret);
  }

  @Override
  public Optional<JsonObject> readWebhooks(WebhookConfigurationName configuration)
      throws StatusException {
    return read(configuration.path());
  }

  @Override
  public boolean patchWebhooks(WebhookConfigurationName configuration, JsonObject patch)
      throws StatusException {
    return write("PATCH", configuration.path(), STRATEGIC, patch);
  }

  private Optional<JsonObject> read(String path) throws StatusException {
    try {
      return Optional.of(
          connection
              .get(path, Map.of(), Connection.JSON, JsonPruning.NONE, JsonTreeReader::object)
              .toJson());
    } catch (StatusException e) {
      if (e.code() == StatusException.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private boolean write(String method, String path, String type, JsonObject object)
      throws StatusException {
    try {
      JsonObject unused = connection.write(method, path, MANAGER, type, object);
      return true;
    } catch (StatusException e) {
      boolean isGone = e.code() == StatusException.NOT_FOUND && !method.equals("POST");
      if (e.code() == StatusException.CONFLICT || isGone) {
        return false;
      }
      throw e;
    }
  }
}
