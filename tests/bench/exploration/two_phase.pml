/* The same as two_phase.muster: every step of every process is a step of one process, so that
   both have the same states. N is the number of managers. */
#ifndef N
#define N 8
#endif
#define ALL ((1 << N) - 1)

mtype = { open, committed, aborted, working, ready_to_commit, done, gone };

mtype decision = open;
mtype manager[N] = working;
short heard = 0;  /* from whom the transaction manager has heard */
short sent = 0;   /* who said that it is ready */
bool commit_sent = false;
bool abort_sent = false;

#define MANAGER(i) \
  :: d_step { decision == open && (sent & (1 << i)) && !(heard & (1 << i)) -> \
              heard = heard | (1 << i) } \
  :: d_step { manager[i] == working -> \
              manager[i] = ready_to_commit; sent = sent | (1 << i) } \
  :: d_step { manager[i] == working -> manager[i] = gone } \
  :: d_step { commit_sent && manager[i] != done -> manager[i] = done } \
  :: d_step { abort_sent && manager[i] != gone -> manager[i] = gone }

active proctype all() {
  do
  :: d_step { decision == open && heard == ALL -> decision = committed; commit_sent = true }
  :: d_step { decision == open -> decision = aborted; abort_sent = true }
  MANAGER(0)
  MANAGER(1)
  MANAGER(2)
#if N > 3
  MANAGER(3)
#endif
#if N > 4
  MANAGER(4)
#endif
#if N > 5
  MANAGER(5)
#endif
#if N > 6
  MANAGER(6)
#endif
#if N > 7
  MANAGER(7)
#endif
  od
}
