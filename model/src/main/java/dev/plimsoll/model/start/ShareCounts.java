package dev.plimsoll.model.start;

import dev.plimsoll.model.start.ShareTable.Account;
import dev.plimsoll.model.start.ShareTable.Charge;
import dev.plimsoll.model.start.ShareTable.Pool;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The usage of shares in one simulation. A tenant may go beyond its share by what others leave
 * idle, less what the waiting pods of others will take of their shares: {@code ShareRule}.
 */
final class ShareCounts {
  private final Account[] accounts;
  private final Pool[] pools;
  private final long[] used;
  private final long[] all;
  private final long[][] sizes;
  private final int[][] counts;
  private final long[] taking;
  private final long[] awaited;
  private final BitSet stale = new BitSet();
  private final long[] headrooms;
  private final int[] headroomAt;
  private int version;

  ShareCounts(ShareTable table) {
    this.accounts = table.accounts().toArray(Account[]::new);
    this.pools = table.pools().toArray(Pool[]::new);
    this.used = table.used();
    this.all = new long[pools.length];
    for (int i = 0; i < accounts.length; i++) {
      all[accounts[i].pool()] += used[i];
    }
    this.sizes = new long[accounts.length][0];
    this.counts = new int[accounts.length][0];
    this.taking = new long[accounts.length];
    this.awaited = new long[pools.length];
    this.headrooms = new long[accounts.length];
    this.headroomAt = new int[accounts.length];
    Arrays.fill(headroomAt, -1);
  }

  private ShareCounts(ShareCounts other) {
    this.accounts = other.accounts;
    this.pools = other.pools;
    this.used = other.used.clone();
    this.all = other.all.clone();
    this.sizes = other.sizes.clone();
    this.counts = new int[other.counts.length][];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = other.counts[i].clone();
    }
    this.taking = other.taking.clone();
    this.awaited = other.awaited.clone();
    this.stale.or(other.stale);
    this.headrooms = other.headrooms.clone();
    this.headroomAt = other.headroomAt.clone();
    this.version = other.version;
  }

  ShareCounts copy() {
    return new ShareCounts(this);
  }

  /** Counts pods that wait, or no longer. */
  void waiting(Charge charge, boolean in) {
    for (int i = 0; i < charge.accounts().length; i++) {
      if (charge.waits()[i]) {
        int account = charge.accounts()[i];
        int size = indexOf(account, charge.amounts()[i]);
        counts[account][size] += in ? 1 : -1;
        changed(account);
      }
    }
  }

  /** Returns the index of a size, the largest first; a new size is put in its place. */
  private int indexOf(int account, long size) {
    long[] known = sizes[account];
    int index = 0;
    while (index < known.length && known[index] > size) {
      index++;
    }
    if (index < known.length && known[index] == size) {
      return index;
    }
    long[] more = Arrays.copyOf(known, known.length + 1);
    int[] moreCounts = Arrays.copyOf(counts[account], known.length + 1);
    System.arraycopy(known, index, more, index + 1, known.length - index);
    System.arraycopy(counts[account], index, moreCounts, index + 1, known.length - index);
    more[index] = size;
    moreCounts[index] = 0;
    sizes[account] = more;
    counts[account] = moreCounts;
    return index;
  }

  /** Counts what a pod holds on a node, or gives back; resources that don't count there don't. */
  void placed(Charge charge, int node, boolean in) {
    for (int i = 0; i < charge.accounts().length; i++) {
      int account = charge.accounts()[i];
      int pool = accounts[account].pool();
      if (pools[pool].counted().get(node)) {
        long amount = in ? charge.amounts()[i] : -charge.amounts()[i];
        used[account] += amount;
        all[pool] += amount;
        changed(account);
      }
    }
  }

  /** Returns whether shares let all of some pods of one tenant go. */
  boolean suffices(List<Charge> charges) {
    return suffices(ShareTable.sum(charges));
  }

  /** Returns whether shares let something go that requests that much. */
  boolean suffices(Charge sum) {
    for (int i = 0; i < sum.accounts().length; i++) {
      if (sum.amounts()[i] > headroom(sum.accounts()[i])) {
        return false;
      }
    }
    return true;
  }

  /** Returns the most that an account lets a unit request. */
  long headroom(int account) {
    if (headroomAt[account] != version) {
      headroomAt[account] = version;
      refresh();
      long share = accounts[account].share();
      long most = Math.min(accounts[account].ceiling(), share + borrowable(account));
      headrooms[account] = Math.max(share, most) - used[account];
    }
    return headrooms[account];
  }

  private long borrowable(int account) {
    Pool pool = pools[accounts[account].pool()];
    if (!pool.borrows()) {
      return 0;
    }
    long own = accounts[account].share() - used[account];
    long idle = Math.max(pool.sum() - all[accounts[account].pool()] - own, 0);
    long ofOthers = awaited[accounts[account].pool()] - taking[account];
    return Math.max(idle - ofOthers, 0);
  }

  private void changed(int account) {
    version++;
    stale.set(account);
  }

  private void refresh() {
    for (int account = stale.nextSetBit(0); account >= 0; account = stale.nextSetBit(account + 1)) {
      long now = takes(account);
      awaited[accounts[account].pool()] += now - taking[account];
      taking[account] = now;
    }
    stale.clear();
  }

  /** Returns how much of its share the waiting pods of a tenant will take. */
  private long takes(int account) {
    long headroom = Math.max(accounts[account].share() - used[account], 0);
    long left = headroom;
    for (int i = 0; i < sizes[account].length; i++) {
      long size = sizes[account][i];
      left -= size * Math.min(counts[account][i], left / size);
    }
    return headroom - left;
  }

  /** Returns how much of its shares a tenant has used, 1 for all of the dominant one. */
  double dominant(List<Integer> ofTenant) {
    double most = 0;
    for (int account : ofTenant) {
      if (used[account] > 0) {
        most = Math.max(most, (double) used[account] / accounts[account].share());
      }
    }
    return most;
  }
}
