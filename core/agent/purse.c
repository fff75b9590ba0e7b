/* Money that budgets in several threads share: two sums with a lock. */
#include <fairy/purse.h>

struct _FairyPurse {
    GMutex lock;
    double limit;
    double spent, taken; /* `taken`: set aside for requests under way */
};

FairyPurse *fairy_purse_new(double usd)
{
    FairyPurse *purse = g_new0(FairyPurse, 1);
    g_mutex_init(&purse->lock);
    purse->limit = usd;
    return purse;
}

void fairy_purse_free(FairyPurse *purse)
{
    if (purse) {
        g_mutex_clear(&purse->lock);
        g_free(purse);
    }
}

gboolean fairy_purse_take(FairyPurse *purse, double usd)
{
    g_mutex_lock(&purse->lock);
    gboolean fits =
        usd <= 0 || purse->limit < 0 || purse->spent + purse->taken + usd <= purse->limit;
    purse->taken += fits ? usd : 0;
    g_mutex_unlock(&purse->lock);
    return fits;
}

void fairy_purse_settle(FairyPurse *purse, double taken, double spent)
{
    g_mutex_lock(&purse->lock);
    purse->taken = MAX(purse->taken - taken, 0);
    purse->spent += spent;
    g_mutex_unlock(&purse->lock);
}

double fairy_purse_spent(FairyPurse *purse)
{
    g_mutex_lock(&purse->lock);
    double spent = purse->spent;
    g_mutex_unlock(&purse->lock);
    return spent;
}

double fairy_purse_left(FairyPurse *purse)
{
    g_mutex_lock(&purse->lock);
    double left = purse->limit < 0 ? G_MAXDOUBLE : purse->limit - purse->spent - purse->taken;
    g_mutex_unlock(&purse->lock);
    return left;
}

double fairy_purse_limit(const FairyPurse *purse)
{
    return purse->limit;
}
