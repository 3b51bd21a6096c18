package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.object.GroupResource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

class PrerequisitesTest {
  private static final GroupResource LEDGERS = new GroupResource("plimsoll.dev", "quotaledgers");
  private static final GroupResource QUOTAS = new GroupResource("", "resourcequotas");
  private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

  @TempDir Path folder;
  private StubApi api;
  private Connection connection;

  @BeforeEach
  void start() throws Exception {
    api = new StubApi();
    connection = Connection.open(api.access(folder));
  }

  @AfterEach
  void stop() {
    connection.close();
    api.close();
  }

  private void serveLedgers(Consumer<JsonObject> change) throws Exception {
    api.instead(
        "/apis",
        """
        {"groups": [{"name": "plimsoll.dev", "versions": [{"version": "v1alpha1"}]}]}""");
    api.on(
        "/apis/plimsoll.dev/v1alpha1",
        """
        {"resources": [{"name": "quotaledgers", "kind": "QuotaLedger", "verbs": ["list"]}]}""");
    api.on("/openapi/v3/apis/plimsoll.dev/v1alpha1", openApi(change));
  }

  private static String openApi(Consumer<JsonObject> change) throws Exception {
    Map<?, ?> definition =
        new Yaml().load(Files.readString(Path.of("../manifests/crds/quotaledgers.yaml")));
    JsonObject schema =
        new Gson()
            .toJsonTree(definition)
            .getAsJsonObject()
            .getAsJsonObject("spec")
            .getAsJsonArray("versions")
            .get(0)
            .getAsJsonObject()
            .getAsJsonObject("schema")
            .getAsJsonObject("openAPIV3Schema");
    change.accept(schema);
    return "{\"components\": {\"schemas\": {\"dev.plimsoll.v1alpha1.QuotaLedger\": "
        + schema
        + "}}}";
  }

  private static JsonObject fieldsOf(JsonObject schema, String part) {
    return schema.getAsJsonObject("properties").getAsJsonObject(part).getAsJsonObject("properties");
  }

  private void review(boolean allowed) {
    api.on(REVIEWS, "{\"status\": {\"allowed\": " + allowed + "}}");
  }

  private Prerequisites prerequisites() {
    return new Prerequisites(connection).serves(LEDGERS).mayList(QUOTAS);
  }

  @Test
  void a_definition_that_is_not_served_is_named() {
    assertThatThrownBy(() -> prerequisites().await(Duration.ZERO))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "the API server doesn't serve quotaledgers.plimsoll.dev; apply the CustomResourceDefinitions of this release (manifests/crds)");
  }

  @Test
  void a_definition_that_lacks_a_field_is_older() throws Exception {
    serveLedgers(schema -> fieldsOf(schema, "spec").remove("origin"));
    review(true);

    assertThatThrownBy(() -> prerequisites().await(Duration.ZERO))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "the CustomResourceDefinition quotaledgers.plimsoll.dev of the cluster is older than this release: it lacks spec.origin; apply the CustomResourceDefinitions of this release (manifests/crds)");
  }

  @Test
  void a_right_that_is_missing_is_named() throws Exception {
    serveLedgers(schema -> {});
    review(false);

    assertThatThrownBy(() -> prerequisites().await(Duration.ZERO))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "this service may not list resourcequotas in all namespaces; apply the roles and bindings of this release to its service account");
  }

  @Test
  void a_newer_definition_and_all_rights_suffice() throws Exception {
    serveLedgers(schema -> fieldsOf(schema, "status").add("later", new JsonObject()));
    review(true);

    assertThatCode(() -> prerequisites().await(Duration.ZERO)).doesNotThrowAnyException();
  }

  @Test
  void a_right_that_comes_later_suffices() throws Exception {
    serveLedgers(schema -> {});
    review(false);
    review(true);

    assertThatCode(() -> prerequisites().await(Duration.ofSeconds(20))).doesNotThrowAnyException();
  }

  @Test
  void a_cluster_that_lets_nobody_ask_for_rights_is_no_hindrance() throws Exception {
    serveLedgers(schema -> {});
    api.on(REVIEWS, 403, "{\"message\": \"no\"}", Map.of());

    assertThatCode(() -> prerequisites().await(Duration.ZERO)).doesNotThrowAnyException();
  }

  @Test
  void a_definition_whose_schema_is_not_told_is_not_called_older() throws Exception {
    serveLedgers(schema -> {});
    api.instead("/openapi/v3/apis/plimsoll.dev/v1alpha1", "{\"components\": {}}");
    review(true);

    assertThatCode(() -> prerequisites().await(Duration.ZERO)).doesNotThrowAnyException();
  }
}
