/* The same as group.muster: every step of every process is a step of one process, so that both have
   the same states. The network is a bag: how often each message is on its way. From a state with
   more than FLIGHT messages nothing goes on. */
#ifndef FLIGHT
#define FLIGHT 5
#endif
#define STABLE 1

byte generation = 0;
byte phase = 0;
byte joined = 0;    /* a bit for each member */
byte owner[2];      /* a member and one; 0 for none */
byte at[3];         /* the generation of a member */
byte owned[3];      /* a bit for each partition */
byte flight = 0;    /* how many messages are on their way */
byte joins[3];
byte leaves[3];
byte assigned[12];  /* by member, partition and generation */

#define IN(m) (joined & (1 << m))
#define ON flight <= FLIGHT
#define MESSAGE(m, p, g) assigned[(m) * 4 + (p) * 2 + (g) - 1]

#define ASSIGN(m, p) \
  :: d_step { ON && phase == STABLE && IN(m) && owner[p] == 0 -> \
              owner[p] = m + 1; MESSAGE(m, p, generation)++; flight++ }

#define TAKE(m, p, g) \
  :: d_step { ON && MESSAGE(m, p, g) > 0 -> MESSAGE(m, p, g)--; flight--; \
              if \
              :: g > at[m] -> at[m] = g; owned[m] = 1 << p \
              :: g == at[m] -> owned[m] = owned[m] | (1 << p) \
              :: else -> skip \
              fi } \
  :: d_step { ON && MESSAGE(m, p, g) > 0 -> MESSAGE(m, p, g)--; flight-- }

#define MEMBER(m) \
  :: d_step { ON && joins[m] > 0 -> joins[m]--; flight--; \
              if \
              :: phase != STABLE -> joined = joined | (1 << m) \
              :: phase == STABLE && !IN(m) -> \
                 phase = 0; joined = joined | (1 << m); owner[0] = 0; owner[1] = 0 \
              :: else -> skip \
              fi } \
  :: d_step { ON && joins[m] > 0 -> joins[m]--; flight-- } \
  :: d_step { ON && leaves[m] > 0 -> leaves[m]--; flight--; \
              if \
              :: IN(m) -> \
                 phase = 0; joined = joined & ~(1 << m); owner[0] = 0; owner[1] = 0 \
              :: else -> skip \
              fi } \
  :: d_step { ON && leaves[m] > 0 -> leaves[m]--; flight-- } \
  :: d_step { ON -> joins[m]++; flight++ } \
  :: d_step { ON && at[m] > 0 -> at[m] = 0; owned[m] = 0; leaves[m]++; flight++ } \
  ASSIGN(m, 0) ASSIGN(m, 1) \
  TAKE(m, 0, 1) TAKE(m, 0, 2) TAKE(m, 1, 1) TAKE(m, 1, 2)

active proctype all() {
  do
  :: d_step { ON && phase != STABLE && joined != 0 && generation < 2 ->
              generation++; phase = STABLE }
  MEMBER(0)
  MEMBER(1)
  MEMBER(2)
  od
}
