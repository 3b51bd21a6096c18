package dev.plimsoll.server.election;

import io.kubernetes.client.extended.leaderelection.LeaderElectionRecord;
import io.kubernetes.client.extended.leaderelection.Lock;
import io.kubernetes.client.openapi.ApiException;
import java.time.Instant;
import java.util.Date;

/**
 * A lock of which the API server stores a renewal, sent before, right before it gets the release:
 * so often the release meets 409.
 */
final class RenewalInBetween implements Lock {
  private final Lock lock;
  private final Lock renewing;
  private int left;

  RenewalInBetween(Lock lock, Lock renewing, int times) {
    this.lock = lock;
    this.renewing = renewing;
    this.left = times;
  }

  @Override
  public LeaderElectionRecord get() throws ApiException {
    return lock.get();
  }

  @Override
  public boolean create(LeaderElectionRecord mine) {
    return lock.create(mine);
  }

  @Override
  public boolean update(LeaderElectionRecord changed) {
    if (!lock.identity().equals(changed.getHolderIdentity()) && left-- > 0) {
      renew();
    }
    return lock.update(changed);
  }

  private void renew() {
    try {
      LeaderElectionRecord mine = renewing.get();
      mine.setRenewTime(Date.from(Instant.now()));
      if (!renewing.update(mine)) {
        throw new AssertionError("the renewal wasn't stored");
      }
    } catch (ApiException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public String identity() {
    return lock.identity();
  }

  @Override
  public String describe() {
    return lock.describe();
  }
}
