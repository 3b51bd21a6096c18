package dev.plimsoll.admission.ledger;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.ListPager;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The ledgers of a cluster and their quotas. {@link KubeLedgerStore} reads and writes their usage
 * and reservations.
 */
public final class LedgerObjects {
  private final Connection connection;

  /** Reads and writes over a connection. */
  public LedgerObjects(Connection connection) {
    this.connection = connection;
  }

  /**
   * All ledgers.
   *
   * @param ledgers as they are stored
   * @param resourceVersion the version of the list
   */
  public record Listed(List<StoredLedger> ledgers, String resourceVersion) {
    public Listed {
      ledgers = List.copyOf(ledgers);
    }
  }

  /**
   * Returns all.
   *
   * @throws StatusException if the server doesn't give them
   */
  public Listed list() throws StatusException {
    List<StoredLedger> ledgers = new ArrayList<>();
    ListPager.PageConsumer pages =
        new ListPager.PageConsumer() {
          @Override
          public void accept(List<JsonTree> items) {
            items.forEach(item -> ledgers.add(stored(item)));
          }

          @Override
          public void restart() {
            ledgers.clear();
          }
        };
    String version =
        new ListPager(connection, JsonPruning.NONE, Connection.JSON)
            .read(KubeLedgerStore.LEDGERS, Optional.empty(), pages);
    return new Listed(ledgers, version);
  }

  private static StoredLedger stored(JsonTree item) {
    JsonTree metadata = item.object("metadata");
    try {
      return StoredLedger.of(QuotaLedgerJson.read(item));
    } catch (InvalidLedgerException e) {
      return new StoredLedger(
          metadata.text("name"),
          metadata.text("uid"),
          metadata.text("resourceVersion"),
          Optional.empty(),
          String.valueOf(e.getMessage()));
    }
  }

  /**
   * Makes the ledger of a quota, in which nothing was counted yet.
   *
   * @throws StatusException if the server doesn't store it, as when it is there already
   */
  public void create(EnforcedQuota quota) throws StatusException {
    connection.post(
        KubeLedgerStore.LIST, QuotaLedgerJson.object(LedgerName.of(quota.origin()), quota));
  }

  /**
   * Updates a ledger to the present limits and scopes of its quota.
   *
   * @return the new version, or empty if somebody else was faster
   * @throws StatusException if the server doesn't store it
   */
  public Optional<StoredLedger> update(StoredLedger ledger, EnforcedQuota quota)
      throws StatusException {
    JsonObject object = QuotaLedgerJson.object(ledger.name(), quota);
    object.getAsJsonObject("metadata").addProperty("uid", ledger.uid());
    object.getAsJsonObject("metadata").addProperty("resourceVersion", ledger.resourceVersion());
    return replaced(KubeLedgerStore.LIST + "/" + ledger.name(), object);
  }

  /**
   * Replaces an unusable ledger with an uncounted one.
   *
   * @return the new version, or empty if somebody else was faster
   * @throws StatusException if the server doesn't store it
   */
  public Optional<StoredLedger> clear(StoredLedger ledger, Ledger empty) throws StatusException {
    return replaced(
        KubeLedgerStore.LIST + "/" + ledger.name() + "/status",
        QuotaLedgerJson.write(
            new QuotaLedger(ledger.name(), ledger.uid(), ledger.resourceVersion(), empty)));
  }

  private Optional<StoredLedger> replaced(String path, JsonObject object) throws StatusException {
    try {
      JsonObject written =
          connection.write("PUT", path, KubeLedgerStore.MANAGER, Connection.JSON, object);
      return Optional.of(stored(JsonTree.of(written)));
    } catch (StatusException e) {
      if (e.code() == StatusException.CONFLICT || e.code() == StatusException.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Removes a ledger, if it is still of that version.
   *
   * @throws StatusException if the server doesn't remove it
   */
  public void delete(StoredLedger ledger) throws StatusException {
    JsonObject preconditions = new JsonObject();
    preconditions.addProperty("uid", ledger.uid());
    preconditions.addProperty("resourceVersion", ledger.resourceVersion());
    JsonObject options = new JsonObject();
    options.add("preconditions", preconditions);
    try {
      JsonObject unused =
          connection.write(
              "DELETE",
              KubeLedgerStore.LIST + "/" + ledger.name(),
              Map.of(),
              Connection.JSON,
              options);
    } catch (StatusException e) {
      if (e.code() != StatusException.CONFLICT && e.code() != StatusException.NOT_FOUND) {
        throw e;
      }
    }
  }
}
